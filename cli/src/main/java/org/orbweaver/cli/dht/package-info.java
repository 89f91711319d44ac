/**
 * {@code orb dht}: the Mainline DHT by hand. {@link org.orbweaver.app.dht.RunningNode} is a node on
 * real sockets with its state on disk, wired from {@link org.orbweaver.cli.dht.DhtOptions}; other
 * command groups that need a node take it from here.
 */
@NullMarked
package org.orbweaver.cli.dht;

import org.jspecify.annotations.NullMarked;
