package tender.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The modules of the Maven build in a folder, and which of them each depends on. */
final class MavenModules {
  private static final String OURS = "[groupId = 'tender' or groupId = '${project.groupId}']";

  private final Path root;

  private MavenModules(Path root) {
    this.root = root;
  }

  /** The build that this test runs in, from whichever of its folders it was started. */
  static MavenModules ofThisBuild() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("architecture/pom.xml"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "No architecture/pom.xml in or above "
                + Path.of("").toAbsolutePath()
                + ". Maybe the tests were started outside the checkout.");
      }
    }
    return new MavenModules(folder);
  }

  /** A build in a folder below this one. */
  MavenModules below(String folder) {
    return new MavenModules(root.resolve(folder));
  }

  List<String> modules() {
    return texts(root.resolve("pom.xml"), "/project/modules/module");
  }

  List<String> dependenciesOf(String module) {
    return texts(
        root.resolve(module).resolve("pom.xml"),
        "/project/dependencies/dependency" + OURS + "/artifactId");
  }

  private static List<String> texts(Path pom, String path) {
    try {
      var nodes =
          (NodeList)
              XPathFactory.newInstance()
                  .newXPath()
                  .evaluate(path, parse(pom), XPathConstants.NODESET);
      var texts = new ArrayList<String>();
      for (int i = 0; i < nodes.getLength(); i++) {
        texts.add(nodes.item(i).getTextContent().strip());
      }
      return texts;
    } catch (XPathExpressionException e) {
      throw new IllegalArgumentException(path, e);
    }
  }

  private static Document parse(Path pom) {
    try {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("Cannot read " + pom, e);
    }
  }
}
