/**
 * Swarms of overlay peers in virtual time: whole crawls with crashes, lost disks, partitions and
 * comings and goings, from one seed.
 *
 * <p>A {@link org.orbweaver.overlay.lab.LabPeer} is the very code that runs on the Internet between
 * the lab's network and a {@link org.orbweaver.overlay.lab.LabDisk} that loses what was not synced
 * when its peer crashes. What they crawl is a {@link org.orbweaver.overlay.lab.LinkGraph}, of which
 * everything is known.
 */
@NullMarked
package org.orbweaver.lab.overlay;

import org.jspecify.annotations.NullMarked;
