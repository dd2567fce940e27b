package tender.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program's name and the version that Maven wrote into the build's resources. */
public final class Version implements IVersionProvider {
  private static final String RESOURCE = "version.properties";

  @Spec private CommandSpec spec;

  @Override
  public String[] getVersion() {
    return new String[] {spec.root().name() + " " + version()};
  }

  private static String version() {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "Resource " + RESOURCE + " is not on the class path. Check the build's resources.");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
