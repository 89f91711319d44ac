/**
 * One page from one server, byte for byte. A name is looked up ({@link
 * org.orbweaver.fetch.http.Names}) and each address must pass the one {@link
 * org.orbweaver.fetch.http.AddressGuard}, whose {@link org.orbweaver.fetch.http.CheckedAddress} is
 * all a {@link org.orbweaver.fetch.http.PageFetcher} will connect to. The response is recorded as
 * it comes from the socket ({@link org.orbweaver.fetch.http.Recording}), its framing followed on
 * the way, within limits of time and size that no server can stretch; the result is an {@link
 * org.orbweaver.fetch.http.Exchange} or the reason why there is none. Decoding ({@link
 * org.orbweaver.fetch.http.ContentDecoding}) happens later and only for who wants to read.
 */
@NullMarked
package org.orbweaver.fetch.http;

import org.jspecify.annotations.NullMarked;
