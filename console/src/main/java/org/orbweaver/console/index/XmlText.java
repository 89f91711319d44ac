package org.orbweaver.console.index;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes an XML document in which strangers' text can do no harm. */
final class XmlText {
  private static final XMLOutputFactory FACTORY = XMLOutputFactory.newDefaultFactory();

  private XmlText() {}

  /** What writes the document's elements. */
  @FunctionalInterface
  interface Body {
    void write(XMLStreamWriter xml) throws XMLStreamException;
  }

  static String document(Body body) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = FACTORY.createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      body.write(xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write XML", e);
    }
    return text.toString();
  }

  static void element(XMLStreamWriter xml, String name, String text) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(legal(text));
    xml.writeEndElement();
  }

  /** XML 1.0 cannot hold most control characters, not even escaped: a reader would reject all. */
  static String legal(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().map(point -> isLegal(point) ? point : 0xfffd).forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isLegal(int point) {
    return point == '\t'
        || point == '\n'
        || point == '\r'
        || (point >= 0x20 && point <= 0xd7ff)
        || (point >= 0xe000 && point <= 0xfffd)
        || point >= 0x10000;
  }
}
