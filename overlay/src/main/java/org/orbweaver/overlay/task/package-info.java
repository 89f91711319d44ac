/**
 * What the swarm works on: a {@link org.orbweaver.overlay.task.Task} is one URI in one round of one
 * crawl, and {@link org.orbweaver.overlay.task.TaskKey} says where in the key space it lives. A
 * {@link org.orbweaver.overlay.task.Runner} does the work of one kind of URI.
 */
@NullMarked
package org.orbweaver.overlay.task;

import org.jspecify.annotations.NullMarked;
