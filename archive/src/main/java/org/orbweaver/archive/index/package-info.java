/**
 * Where each capture lies. {@link org.orbweaver.archive.index.CaptureIndex} maps an address, in a
 * form that sorts a site together ({@link org.orbweaver.archive.index.Surt}), and a time to a place
 * in a WARC file, after OutbackCDX's model; and a payload's digest to the capture that holds it. It
 * can be rebuilt from the WARC files at any time ({@link
 * org.orbweaver.archive.index.IndexRebuild}).
 */
@NullMarked
package org.orbweaver.archive.index;

import org.jspecify.annotations.NullMarked;
