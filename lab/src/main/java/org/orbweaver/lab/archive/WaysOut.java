package org.orbweaver.lab.archive;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ways for a page to reach another host, each a page of its own. HOST stands for a name that no
 * other way uses.
 */
final class WaysOut {
  private static final String HTML = "text/html; charset=utf-8";
  private static final String RTC =
      "p=new RTCPeerConnection({iceServers:[{urls:'stun:HOST:3478'}]});p.createDataChannel('x');"
          + "p.createOffer().then(o=>p.setLocalDescription(o))";
  private static final String PRECONNECT = "<link rel=preconnect href='http://HOST/'>";

  /** Begins the name of a page that another one shows: nobody goes there by itself. */
  static final String INNER = "inner-";

  private WaysOut() {}

  /** A page as its server sends it. */
  record Way(Map<String, String> headers, String body) {
    static Way of(String type, String body) {
      return new Way(Map.of("Content-Type", type), body);
    }
  }

  static Map<String, Way> all() {
    Map<String, Way> all = new LinkedHashMap<>();
    pages()
        .forEach(
            (name, body) ->
                all.put(
                    name,
                    Way.of(
                        HTML,
                        "<!doctype html><html><head><title>%s</title></head><body>%s</body></html>"
                            .formatted(name, body))));
    all.put("no-type", new Way(Map.of(), "<script>" + RTC + "</script>"));
    all.put("odd-type", Way.of("html", "<p>x</p><script>" + RTC + "</script>"));
    all.put(
        "svg-script",
        Way.of(
            "image/svg+xml",
            "<svg xmlns='http://www.w3.org/2000/svg'><script>" + RTC + "</script></svg>"));
    all.put(
        "xml-script",
        Way.of(
            "text/xml",
            "<a xmlns:h='http://www.w3.org/1999/xhtml'><h:script>" + RTC + "</h:script></a>"));
    all.put(
        "entity",
        Way.of(
            "application/xhtml+xml",
            "<!DOCTYPE html [<!ENTITY e \"&#60;link rel='preconnect' href='http://HOST/'/>\">]>"
                + "<html xmlns='http://www.w3.org/1999/xhtml'><head>&e;</head><body/></html>"));
    all.put("refresh", new Way(Map.of("Content-Type", HTML, "Refresh", "0; http://HOST/"), "x"));
    // What was captured byte for byte, in a frame: no script of ours would be in it.
    all.put(
        "raw-frame",
        Way.of(
            HTML,
            "<!doctype html><body><script>h=self['loca'+'tion'].pathname;"
                + "f=document.createElement('iframe');f.src=h.startsWith('/web')"
                + "?h.replace('mp_','id_').replace('raw-frame','inner-raw-frame')"
                + ":'/inner-raw-frame.html';document.body.append(f)</script>"));
    all.put(INNER + "raw-frame", Way.of(HTML, "<!doctype html><script>" + RTC + "</script>"));
    return all;
  }

  private static Map<String, String> pages() {
    Map<String, String> ways = new LinkedHashMap<>();
    ways.put("img", "<img src='http://HOST/a.png'>");
    ways.put("srcset", "<img srcset='http://HOST/a.png 1x, http://HOST/b.png 2x'>");
    ways.put(
        "css-url", "<div style='width:9px;height:9px;background:url(http://HOST/a.png)'>x</div>");
    ways.put("css-import", "<style>@import 'http://HOST/a.css';</style>");
    ways.put(
        "css-font",
        "<style>@font-face{font-family:x;src:url(http://HOST/f.woff)} p{font-family:x}</style><p>x");
    ways.put("link-style", "<link rel=stylesheet href='http://HOST/a.css'>");
    ways.put("script-src", "<script src='http://HOST/a.js'></script>");
    ways.put("module", "<script type=module>import 'http://HOST/a.js'</script>");
    ways.put("dynamic-import", "<script>import('http://HOST/a.js')</script>");
    ways.put("fetch", "<script>fetch('http://HOST/a')</script>");
    ways.put(
        "fetch-hidden", "<script>self['fet'+'ch']('ht'+'tp://HOST/a',{mode:'no-cors'})</script>");
    ways.put("xhr", "<script>x=new XMLHttpRequest;x.open('GET','http://HOST/a');x.send()</script>");
    ways.put("beacon", "<script>navigator.sendBeacon('http://HOST/a','x')</script>");
    ways.put("websocket", "<script>new WebSocket('ws://HOST/a')</script>");
    ways.put("eventsource", "<script>new EventSource('http://HOST/a')</script>");
    ways.put(
        "webrtc",
        "<script>p=new RTCPeerConnection({iceServers:[{urls:'stun:HOST:3478'}]});"
            + "p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))</script>");
    ways.put(
        "webrtc-frame",
        "<iframe id=f></iframe><script>w=f.contentWindow;p=new w.RTCPeerConnection("
            + "{iceServers:[{urls:'stun:HOST:3478'}]});p.createDataChannel('x');"
            + "p.createOffer().then(o=>p.setLocalDescription(o))</script>");
    ways.put(
        "frame-fetch",
        "<script>f=document.createElement('iframe');document.documentElement.append(f);"
            + "f.contentWindow.fetch('http://HOST/a',{mode:'no-cors'})</script>");
    ways.put("iframe", "<iframe src='http://HOST/'></iframe>");
    ways.put("iframe-srcdoc", "<iframe srcdoc=\"<img src='http://HOST/a.png'>\"></iframe>");
    ways.put(
        "nested-frames",
        "<iframe srcdoc=\"<iframe srcdoc='<img src=http://HOST/a.png>'></iframe>\"></iframe>");
    ways.put("object", "<object data='http://HOST/a.svg' type='image/svg+xml'></object>");
    ways.put("embed", "<embed src='http://HOST/a.svg' type='image/svg+xml'>");
    ways.put("video", "<video src='http://HOST/a.mp4' autoplay muted></video>");
    ways.put("audio", "<script>new Audio('http://HOST/a.mp3').play()</script>");
    ways.put(
        "track",
        "<video src='data:video/mp4;base64,AA=='><track src='http://HOST/a.vtt' default kind=captions crossorigin></video><script>document.querySelector('track').track.mode='showing'</script><img src='http://HOST/poster'>");
    ways.put("poster", "<video poster='http://HOST/a.png' width=90 height=90></video>");
    ways.put(
        "svg-image",
        "<svg width=90 height=90><image href='http://HOST/a.png' width=9 height=9 /></svg>");
    ways.put(
        "svg-feimage",
        "<svg width=90 height=90><filter id=q><feImage href='http://HOST/a.png'/></filter>"
            + "<rect width=50 height=50 filter='url(#q)'/></svg>");
    ways.put(
        "worker",
        "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('http://HOST/a',{mode:'no-cors'})\"])))</script>");
    ways.put(
        "worker-import",
        "<script>new Worker(URL.createObjectURL(new Blob([\"importScripts('http://HOST/a.js')\"])))</script>");
    ways.put("prefetch", "<link rel=prefetch href='http://HOST/a'>");
    ways.put("preload", "<link rel=preload as=image href='http://HOST/a.png'>");
    ways.put("preconnect", "<link rel=preconnect href='http://HOST/'>");
    ways.put("dns-prefetch", "<link rel=dns-prefetch href='http://HOST/'>");
    ways.put(
        "preconnect-made",
        "<script>l=document.createElement('link');l.rel='preconnect';l.href='http://HOST/';"
            + "document.head.append(l)</script>");
    ways.put(
        "inner-html",
        "<script>document.documentElement.insertAdjacentHTML('beforeend','<img src=http://HOST/a.png>')</script>");
    ways.put(
        "document-write", "<script>document.write('<img src=\"http://HOST/a.png\">')</script>");
    ways.put("eval", "<script>eval(\"new Image().src='http:'+'//HOST/a.png'\")</script>");
    ways.put("location", "<script>location.href='http://HOST/'</script>");
    ways.put("location-hidden", "<script>window['loca'+'tion']['hr'+'ef']='http://HOST/'</script>");
    ways.put("top-location", "<script>top['loca'+'tion']='http://HOST/'</script>");
    ways.put("window-open", "<script>window.open('http://HOST/')</script>");
    ways.put("meta-refresh", "<meta http-equiv=refresh content='0;url=http://HOST/'>");
    ways.put("form", "<form action='http://HOST/' id=q></form><script>q.submit()</script>");
    ways.put(
        "form-blank",
        "<form action='http://HOST/' target=_blank id=q></form><script>q.submit()</script>");
    ways.put(
        "click-blank", "<a href='http://HOST/' target=_blank id=q>x</a><script>q.click()</script>");
    ways.put("ping", "<a href='#x' ping='http://HOST/a' id=q>x</a><script>q.click()</script>");
    ways.put("base", "<base href='http://HOST/'><img src='a.png'>");
    // Where browsers find a tag, and others may not.
    ways.put("refresh-bare", "<meta http-equiv=refresh content='0;http://HOST/'>");
    ways.put("refresh-space", "<meta http-equiv=refresh content='0 &#104;ttp://HOST/?url=x'>");
    ways.put("comment-end", "<!-- --!>" + PRECONNECT + "<!-- -->");
    ways.put("end-tag", "<p></p a=\"> <b c='\"><link rel=preconnect href=http://HOST/><i d='x'>");
    ways.put("noscript", "<noscript><!--</noscript>" + PRECONNECT + "<!-- -->");
    ways.put("in-iframe", "<iframe><!--</iframe>" + PRECONNECT + "<!-- -->");
    ways.put("svg-title", "<svg><title>" + PRECONNECT + "</title></svg>");
    ways.put("svg-style", "<svg><style><p>" + PRECONNECT + "</p></style></svg>");
    ways.put("references", "<link rel=preconnect href='&#104;ttp://HOST/&#x4e00;'>");
    return ways;
  }
}
