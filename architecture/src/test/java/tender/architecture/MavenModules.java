package tender.architecture;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The modules of a Maven build, by artifact id, and their dependencies on each other. */
final class MavenModules {
  private static final String OURS = "[groupId = 'tender' or groupId = '${project.groupId}']";

  private final Path root;
  private final Map<String, Path> poms = new LinkedHashMap<>();

  private MavenModules(Path root) {
    this.root = root;
    for (String folder : texts(root.resolve("pom.xml"), "//modules/module")) {
      Path pom = root.resolve(folder).resolve("pom.xml");
      poms.put(texts(pom, "/project/artifactId").getFirst(), pom);
    }
  }

  /** The build that contains the working folder of this test. */
  static MavenModules ofThisBuild() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("architecture/pom.xml"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "No architecture/pom.xml in or above "
                + Path.of("").toAbsolutePath()
                + ". Run the tests inside the checkout.");
      }
    }
    return new MavenModules(folder);
  }

  /** The build in a folder below this one. */
  MavenModules below(String folder) {
    return new MavenModules(root.resolve(folder));
  }

  List<String> modules() {
    return List.copyOf(poms.keySet());
  }

  List<String> dependenciesOf(String module) {
    return texts(
        requireNonNull(poms.get(module), module),
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
