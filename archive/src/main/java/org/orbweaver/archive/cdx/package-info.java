/**
 * The capture index as other programs read it: lines of CDX and CDXJ, and the CDX server API with
 * the parameters of pywb and OutbackCDX.
 */
@NullMarked
package org.orbweaver.archive.cdx;

import org.jspecify.annotations.NullMarked;
