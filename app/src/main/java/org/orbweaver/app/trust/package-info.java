/**
 * Trust for people and files: the {@link org.orbweaver.app.trust.LinkRule} by which links follow
 * from bytes, and {@link org.orbweaver.app.trust.EvidenceFile}, which checks a proof from a file
 * alone.
 */
@NullMarked
package org.orbweaver.app.trust;

import org.jspecify.annotations.NullMarked;
