package org.orbweaver.overlay.node;

/**
 * What operators' rules came to.
 *
 * @param handedOn tasks that this peer did not run, and asked others to
 * @param runForOthers tasks that it ran for others who did not
 * @param declinedHere offers of pieces that it did not take
 * @param declinedByOthers pieces of its own or others' that another holder did not take, by a rule
 *     or though it was brought them for minutes
 * @param fewerCopies of those, such as have fewer copies than they should, because too few peers
 *     are left that take them
 * @param example one of them
 * @param shed pieces that it had, and let go of when others had them
 * @param unshed pieces that it does not want, and keeps because nobody else has them
 */
public record RefusalFigures(
    long handedOn,
    long runForOthers,
    long declinedHere,
    long declinedByOthers,
    int fewerCopies,
    String example,
    long shed,
    long unshed) {}
