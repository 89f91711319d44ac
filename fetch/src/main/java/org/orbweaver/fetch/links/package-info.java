/**
 * What a page points to. {@link org.orbweaver.fetch.links.LinkExtractor} looks at a body's type and
 * hands it to one reader: HTML is scanned tag by tag in its own bytes ({@link
 * org.orbweaver.fetch.links.HtmlScanner} finds the tags, {@code HtmlLinks} knows which attributes
 * are addresses), style sheets by their {@code url()}s, feeds and sitemaps as XML. All links are
 * canonical and absolute, and each says what it is for.
 *
 * <p>HTML is not parsed into a tree: jsoup, which does, reads 33 MB/s, and would alone take more
 * time than fetching, compressing and storing the page. The scanner follows the standard's
 * tokenizer, and a test holds its links against jsoup's.
 */
@NullMarked
package org.orbweaver.fetch.links;

import org.jspecify.annotations.NullMarked;
