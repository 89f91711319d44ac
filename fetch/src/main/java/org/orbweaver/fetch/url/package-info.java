/**
 * Web addresses. A link's text is parsed as browsers do ({@link
 * org.orbweaver.fetch.url.WebUrl#parse}, the WHATWG URL standard for http and https), brought into
 * one spelling ({@link org.orbweaver.fetch.url.Canonical}), and hashed for the seen-set ({@link
 * org.orbweaver.fetch.url.Fingerprint}).
 */
@NullMarked
package org.orbweaver.fetch.url;

import org.jspecify.annotations.NullMarked;
