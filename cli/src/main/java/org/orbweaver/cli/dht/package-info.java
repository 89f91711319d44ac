/**
 * {@code orb dht}: the Mainline DHT by hand. {@link org.orbweaver.shell.DhtOptions} are the options
 * of a {@link org.orbweaver.app.dht.RunningNode}; other command groups that run a node share them.
 */
@NullMarked
package org.orbweaver.cli.dht;

import org.jspecify.annotations.NullMarked;
