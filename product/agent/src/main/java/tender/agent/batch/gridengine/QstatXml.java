package tender.agent.batch.gridengine;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parses the flat XML that qstat prints: elements of one name, each with text children. Only
 * element names and children matter. Document types and entities are not processed, because some of
 * the text is written by other users.
 */
final class QstatXml {
  private static final XMLInputFactory FACTORY = factory();

  private QstatXml() {}

  /**
   * One element.
   *
   * @param attributes its own
   */
  record XmlElement(Map<String, String> attributes, List<XmlChild> children) {

    /** The text of the first child of this name; fails if there is none. */
    String text(String name) {
      return find(name)
          .orElseThrow(() -> GridEngineText.unparsable("a row without " + name, toString()));
    }

    Optional<String> find(String name) {
      return children.stream()
          .filter(child -> child.name.equals(name))
          .map(XmlChild::text)
          .findFirst();
    }
  }

  /** A child element; {@code label} is its attribute {@code name}, or empty. */
  record XmlChild(String name, String label, String text) {}

  /** All elements of this name, at any depth. */
  static List<XmlElement> read(String document, String name) {
    List<XmlElement> found = new ArrayList<>();
    try {
      XMLStreamReader reader = FACTORY.createXMLStreamReader(new StringReader(document));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT
            && reader.getLocalName().equals(name)) {
          found.add(element(reader));
        }
      }
    } catch (XMLStreamException e) {
      throw GridEngineText.unparsable("XML (" + e.getMessage() + ")", document);
    }
    return found;
  }

  private static XmlElement element(XMLStreamReader reader) throws XMLStreamException {
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    List<XmlChild> children = new ArrayList<>();
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      if (reader.isStartElement()) {
        String label = reader.getAttributeValue(null, "name");
        children.add(new XmlChild(reader.getLocalName(), label == null ? "" : label, text(reader)));
      }
    }
    return new XmlElement(attributes, children);
  }

  /** The text of an element without that of elements in it, such as the jobs of a queue. */
  private static String text(XMLStreamReader reader) throws XMLStreamException {
    var text = new StringBuilder();
    int depth = 1;
    while (depth > 0) {
      int event = reader.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (depth == 1 && reader.hasText()) {
        text.append(reader.getText());
      }
    }
    return text.toString();
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }
}
