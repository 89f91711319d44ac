/**
 * WARC files from elsewhere: wget's, Heritrix', Browsertrix', plain or compressed, or inside a
 * WACZ. They stay where they are; {@link org.orbweaver.archive.intake.ForeignFiles} remembers them
 * and how far each has been read, {@link org.orbweaver.archive.intake.WarcIntake} puts their
 * captures into a collection's index. A file that grows is read on from there.
 */
@NullMarked
package org.orbweaver.archive.intake;

import org.jspecify.annotations.NullMarked;
