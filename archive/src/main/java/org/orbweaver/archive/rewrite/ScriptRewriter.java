package org.orbweaver.archive.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Scripts. A browser lets nobody replace {@code location}, {@code top} and {@code parent}, so where
 * a script names them it is given other names, behind which {@code replay.js} shows the archived
 * page's own address and the archived frames alone:
 *
 * <pre>
 *   location          orbLocation                  also as a variable's or parameter's name
 *   x.location        x.orbLocation                on all but windows and documents: x.location
 *   {location}        {location: orbLocation}
 *   {location: x} =   {orbLocation: x} =
 *   top, window.top   orbTop, window.orbTop        parent likewise
 *   import(x)         orbImport("address of this script", x)
 *   from "/x"         from "/web/…js_/https://…/x"
 * </pre>
 *
 * Only names are touched, never strings, comments, patterns or keys of objects. Whether a slash
 * begins a pattern is decided by what stands before it, as all scanners without a parser do; a
 * wrong guess leaves some names unchanged and breaks nothing.
 */
final class ScriptRewriter {
  private static final Set<String> BEFORE_PATTERN =
      Set.of(
          "return",
          "typeof",
          "case",
          "in",
          "of",
          "do",
          "else",
          "void",
          "delete",
          "throw",
          "new",
          "instanceof",
          "await",
          "yield",
          "default");
  private static final Set<String> WINDOWS = Set.of("window", "self", "globalThis");

  private final LinkRewriter links;
  private final String url;
  private final StringBuilder out;
  private final String script;
  private int copied;

  /** A word or sign that was read, to know what the next one means. */
  private String last = "";

  private String beforeLast = "";
  private final Deque<Character> open = new ArrayDeque<>();

  /** What stands for the brace of a class' body: names directly in it are its members'. */
  private static final char CLASS = 'C';

  private static final int LONGEST_PATTERN = 2_000;
  private static final Set<String> BEFORE_MEMBER =
      Set.of("{", "}", ";", "static", "get", "set", "async", "*", "accessor");

  private boolean inClassHead;

  private ScriptRewriter(LinkRewriter links, String url, String script) {
    this.links = links;
    this.url = url;
    this.script = script;
    this.out = new StringBuilder(script.length() + 128);
  }

  /**
   * @param url of the script, to which its imports are relative
   */
  static String rewrite(LinkRewriter links, String url, String script) {
    return isConcerned(script) ? new ScriptRewriter(links, url, script).run() : script;
  }

  /** Most scripts name none of it, and a search is far cheaper than reading them. */
  private static boolean isConcerned(String script) {
    return script.contains("location")
        || script.contains("import")
        || script.contains("top")
        || script.contains("parent")
        || script.contains("from");
  }

  private String run() {
    int at = 0;
    int length = script.length();
    while (at < length) {
      char c = script.charAt(at);
      if (c <= ' ') {
        at++;
      } else if (isStart(c)) {
        int end = at + 1;
        while (end < length && isPart(script.charAt(end))) {
          end++;
        }
        word(at, end);
        at = end;
      } else if (c == '"' || c == '\'') {
        int end = stringEnd(at, c);
        string(at, end);
        remember("\"");
        at = end;
      } else if (c == '`') {
        at = template(at + 1);
      } else if (c == '/' && at + 1 < length && script.charAt(at + 1) == '/') {
        int end = script.indexOf('\n', at);
        at = end < 0 ? length : end;
      } else if (c == '/' && at + 1 < length && script.charAt(at + 1) == '*') {
        int end = script.indexOf("*/", at + 2);
        at = end < 0 ? length : end + 2;
      } else if (c == '/' && isPattern()) {
        at = patternEnd(at);
        remember("/re/");
      } else if (c >= '0' && c <= '9') {
        int end = at + 1;
        while (end < length && (isPart(script.charAt(end)) || script.charAt(end) == '.')) {
          end++;
        }
        remember("0");
        at = end;
      } else {
        at = sign(at, c);
      }
    }
    return copied == 0 ? script : out.append(script, copied, length).toString();
  }

  private int sign(int at, char c) {
    switch (c) {
      case '{' -> {
        open.push(inClassHead ? CLASS : c);
        inClassHead = false;
      }
      case '(', '[' -> open.push(c);
      case ')', ']' -> open.poll();
      case '}' -> {
        Character opened = open.poll();
        if (opened != null && opened == '`') {
          return template(at + 1); // the end of ${…}
        }
      }
      default -> {}
    }
    if (c == '?' && script.startsWith("?.", at) && !isDigit(at + 2)) {
      remember(".");
      return at + 2;
    }
    if (c == '.' && script.startsWith("...", at)) {
      remember("...");
      return at + 3;
    }
    remember(String.valueOf(c));
    return at + 1;
  }

  private boolean isDigit(int at) {
    return at < script.length() && script.charAt(at) >= '0' && script.charAt(at) <= '9';
  }

  private void remember(String word) {
    beforeLast = last;
    last = word;
  }

  private static boolean isStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80;
  }

  private static boolean isPart(char c) {
    return isStart(c) || c >= '0' && c <= '9';
  }

  private boolean isPattern() {
    if (last.isEmpty() || BEFORE_PATTERN.contains(last)) {
      return true;
    }
    char end = last.charAt(last.length() - 1);
    return !isPart(end) && end != ')' && end != ']' && end != '}' && end != '"' && end != '/';
  }

  private int patternEnd(int start) {
    boolean inClass = false;
    for (int i = start + 1; i < script.length(); i++) {
      char c = script.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '\n') {
        return start + 1; // it was a division after all
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      } else if (c == '/' && !inClass) {
        return i + 1;
      }
    }
    return start + 1;
  }

  private int stringEnd(int start, char quote) {
    for (int i = start + 1; i < script.length(); i++) {
      char c = script.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == quote) {
        return i + 1;
      } else if (c == '\n') {
        return i;
      }
    }
    return script.length();
  }

  /** Text of a template up to its end, or to the code within. */
  private int template(int from) {
    for (int i = from; i < script.length(); i++) {
      char c = script.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '`') {
        remember("\"");
        return i + 1;
      } else if (c == '$' && i + 1 < script.length() && script.charAt(i + 1) == '{') {
        open.push('`');
        remember("{");
        return i + 2;
      }
    }
    return script.length();
  }

  private void string(int start, int end) {
    boolean imports = last.equals("from") || last.equals("import");
    if (!imports || end - start < 3) {
      return;
    }
    String module = script.substring(start + 1, end - 1);
    if (module.startsWith("/") || module.startsWith("http:") || module.startsWith("https:")) {
      replace(start + 1, end - 1, links.link(module, LinkRewriter.SCRIPT));
    }
  }

  private void replace(int start, int end, String by) {
    out.append(script, copied, start).append(by);
    copied = end;
  }

  private char next(int from) {
    int at = from;
    while (at < script.length()) {
      char c = script.charAt(at);
      if (c > ' ') {
        return c;
      }
      at++;
    }
    return 0;
  }

  private void word(int start, int end) {
    String word = script.substring(start, end);
    switch (word) {
      case "location" -> name(start, end, "orbLocation", true);
      case "top" -> name(start, end, "orbTop", false);
      case "parent" -> name(start, end, "orbParent", false);
      case "class" -> inClassHead = !last.equals(".") && next(end) != ':';
      case "import" -> {
        if (next(end) == '(' && !last.equals(".")) {
          int bracket = script.indexOf('(', end);
          String quoted = url.replace("\\", "%5C").replace("\"", "%22").replace("\n", "");
          replace(start, bracket + 1, "orbImport(\"" + quoted + "\",");
          // The bracket is read again and kept track of: it is behind what was replaced.
        }
      }
      default -> {}
    }
    remember(word);
  }

  private void name(int start, int end, String other, boolean everywhere) {
    char next = next(end);
    if (last.equals(".")) {
      if (everywhere || WINDOWS.contains(beforeLast)) {
        replace(start, end, other);
      }
      return;
    }
    if (open.peek() != null && open.peek() == CLASS && BEFORE_MEMBER.contains(last)) {
      return;
    }
    boolean inBraces = open.peek() != null && open.peek() == '{';
    boolean first = last.equals("{") || last.equals(",");
    if (everywhere && inBraces && first && next == ':' && isDestructuring(end)) {
      replace(start, end, other); // every object has this key
      return;
    }
    if (inBraces && first && (next == ':' || next == '(')) {
      return; // the key of an object, or the name of its method
    }
    if (inBraces
        && (last.equals("get") || last.equals("set") || last.equals("async") || last.equals("*"))
        && next == '(') {
      return;
    }
    if (inBraces && (last.equals("{") || last.equals("}") || last.equals(";")) && next == '(') {
      return; // a class' method
    }
    if (inBraces && first && (next == ',' || next == '}' || next == '=')) {
      // {location} means {location: location}; a statement's block hardly begins like this.
      replace(start, end, script.substring(start, end) + ":" + other);
      return;
    }
    if (next == ':' && !last.equals("?") && !last.equals("case")) {
      // A label or a key; after a question mark it is a value: x ? location : y.
      if (!isConditional()) {
        return;
      }
    }
    replace(start, end, other);
  }

  /** Whether the braces we are in end before an equals sign: {location: x} = window. */
  private boolean isDestructuring(int from) {
    int depth = 1;
    int most = Math.min(script.length(), from + LONGEST_PATTERN);
    for (int at = from; at < most; at++) {
      char c = script.charAt(at);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth == 0) {
        int sign = at + 1;
        while (sign < script.length() && script.charAt(sign) <= ' ') {
          sign++;
        }
        return script.startsWith("=", sign)
            && !script.startsWith("==", sign)
            && !script.startsWith("=>", sign);
      }
    }
    return false;
  }

  /** In brackets or behind an operator a colon can only belong to a question mark. */
  private boolean isConditional() {
    return !last.equals("{") && !last.equals(",") && !last.equals(";") && !last.equals("}");
  }
}
