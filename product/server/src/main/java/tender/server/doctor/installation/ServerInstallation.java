package tender.server.doctor.installation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;
import tender.server.ServerConfig;
import tender.server.store.sql.Sql;
import tender.support.config.YamlConfigReader;
import tender.support.doctor.HostProbe;
import tender.support.http.TlsFiles;

/** A server's configuration file, and what it names. */
public final class ServerInstallation {
  private static final int TIMEOUT_SECONDS = 5;
  private static final String LOOPBACK = "127.0.0.1";
  private static final int DEFAULT_PORT = 5_432;

  private final Path file;
  private final Clock clock;
  private @Nullable ServerConfig config;

  /**
   * @param clock of this machine
   */
  public ServerInstallation(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  public Path file() {
    return file;
  }

  public Clock clock() {
    return clock;
  }

  /** The settings; throws an {@link IllegalArgumentException} if the file is invalid. */
  public ServerConfig config() {
    ServerConfig read = config;
    if (read == null) {
      try {
        read = YamlConfigReader.read(file, ServerConfig.class);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + file + ".", e);
      }
      config = read;
    }
    return read;
  }

  /** The TLS files of REST; empty for plain HTTP. */
  public Optional<TlsFiles> tlsFiles() {
    return config()
        .certificate()
        .flatMap(chain -> config().key().map(key -> new TlsFiles(chain, key)));
  }

  /** Where PostgreSQL should listen; several with a standby. */
  public List<HostProbe> databaseHosts() {
    Properties address = databaseAddress();
    String[] hosts = address.getProperty(PGProperty.PG_HOST.getName(), LOOPBACK).split(",");
    String[] ports = address.getProperty(PGProperty.PG_PORT.getName(), "").split(",");
    List<HostProbe> probes = new ArrayList<>();
    for (int i = 0; i < hosts.length; i++) {
      String port = i < ports.length ? ports[i] : "";
      probes.add(
          new HostProbe(
              hosts[i].isEmpty() ? LOOPBACK : hosts[i],
              port.isEmpty() ? DEFAULT_PORT : Integer.parseInt(port)));
    }
    return probes;
  }

  /** The role of the server in PostgreSQL, for messages. */
  public String databaseUser() {
    return databaseAddress()
        .getProperty(PGProperty.USER.getName(), System.getProperty("user.name"));
  }

  /** The name of the database, for messages. */
  public String databaseName() {
    return databaseAddress().getProperty(PGProperty.PG_DBNAME.getName(), databaseUser());
  }

  private Properties databaseAddress() {
    Properties parsed = Driver.parseURL(config().database(), new Properties());
    if (parsed == null) {
      // The message omits the address, because it contains a password.
      throw new IllegalArgumentException(
          "The setting 'database' is not an address such as jdbc:postgresql://host:5432/tender?user=tender&password=….");
    }
    return parsed;
  }

  /** Opens a connection for each statement. */
  public DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(config().database());
    source.setApplicationName("tender-doctor");
    source.setConnectTimeout(TIMEOUT_SECONDS);
    source.setLoginTimeout(TIMEOUT_SECONDS);
    source.setSocketTimeout(2 * TIMEOUT_SECONDS);
    return source;
  }

  public Sql sql() {
    return new Sql(dataSource());
  }

  /** The value of one column of one row. */
  public String query(String statement) {
    return sql().find(statement, row -> String.valueOf(row.getString(1))).orElse("");
  }

  /** Fails if a setting is invalid. */
  public void validate() {
    config().validate();
    var _ = databaseHosts();
  }
}
