/**
 * How fast the crawler is. The synthetic web is written down as files ({@link
 * org.orbweaver.lab.webspeed.SiteFiles}) and served by nginx, so that the server costs little and
 * is not ours; then {@link org.orbweaver.lab.webspeed.WebSpeed} lets the bare fetch loop, the whole
 * crawl, wget and scrapy fetch all of it, and compares pages per second and per second of processor
 * time.
 */
@NullMarked
package org.orbweaver.lab.webspeed;

import org.jspecify.annotations.NullMarked;
