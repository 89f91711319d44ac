/**
 * The kinds of tasks that a swarm can be given, and how they are run. A {@link
 * org.orbweaver.app.task.TaskKind} says all there is to say about one kind of URI: which schemes,
 * the canonical form, the key, the lane, the work. Which kinds a peer has is one list; {@link
 * org.orbweaver.app.task.KindRunner} finds a task's kind there, asks the swarm what crawl the task
 * is of, and runs it on a virtual thread. What this peer cannot do now is <em>later</em>, what was
 * tried in vain is tried <em>again</em> a few times, and what cannot be done has <em>failed,
 * because …</em>: no task ends in silence.
 */
@NullMarked
package org.orbweaver.app.task;

import org.jspecify.annotations.NullMarked;
