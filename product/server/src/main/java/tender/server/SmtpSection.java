package tender.server;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tender.server.notifications.EmailAddress;
import tender.server.notifications.SmtpSettings;

/**
 * The section {@code notifications.smtp} of a server's configuration.
 *
 * @param host of the mail server
 * @param port 587 by default
 * @param security starttls by default, or tls, or none, which is for loopback only
 * @param from the sender's address
 * @param user the market's account at the mail server; without it there is no login
 * @param passwordFile a file whose first line is the password
 */
public record SmtpSection(
    String host,
    Optional<Integer> port,
    Optional<String> security,
    String from,
    Optional<String> user,
    Optional<Path> passwordFile) {
  private static final int SUBMISSION_PORT = 587;
  private static final int MAX_PORT = 65_535;

  public SmtpSection {
    require(host, "host", "the name of the mail server, such as mail.example.org");
    require(from, "from", "the sender's address, such as tender@example.org");
  }

  private static void require(Object value, String setting, String meaning) {
    if (value == null) {
      throw new IllegalArgumentException(
          "The setting 'notifications.smtp.%s' is missing. Give %s.".formatted(setting, meaning));
    }
  }

  /** Fails if a setting is invalid. Reads no file. */
  void validate() {
    int number = port.orElse(SUBMISSION_PORT);
    if (number < 1 || number > MAX_PORT) {
      throw new IllegalArgumentException(
          "The setting 'notifications.smtp.port' is %d; it must be from 1 to %d."
              .formatted(number, MAX_PORT));
    }
    if (!EmailAddress.isPossible(from)) {
      throw new IllegalArgumentException(
          "The setting 'notifications.smtp.from' is '%s'; it must be a plain address such as tender@example.org."
              .formatted(from));
    }
    if (user.isPresent() != passwordFile.isPresent()) {
      throw new IllegalArgumentException(
          "The settings 'notifications.smtp.user' and 'notifications.smtp.password_file' are given together, or neither is.");
    }
    boolean isLoopback = host.equals("127.0.0.1") || host.equals("localhost") || host.equals("::1");
    if (encryption() == SmtpSettings.Security.NONE && !isLoopback) {
      throw new IllegalArgumentException(
          "The setting 'notifications.smtp.security' is none, but %s is not this machine. Use starttls or tls."
              .formatted(host));
    }
  }

  private SmtpSettings.Security encryption() {
    String name = security.orElse("starttls");
    return Arrays.stream(SmtpSettings.Security.values())
        .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The setting 'notifications.smtp.security' is '%s'; it must be one of %s."
                        .formatted(
                            name,
                            Arrays.stream(SmtpSettings.Security.values())
                                .map(one -> one.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")))));
  }

  /** Reads the file of the password. */
  SmtpSettings settings() {
    validate();
    return new SmtpSettings(
        host,
        port.orElse(SUBMISSION_PORT),
        encryption(),
        from,
        user.map(
            name ->
                new SmtpSettings.Login(
                    name,
                    SecretFile.readPrivate(
                        passwordFile.orElseThrow(), "notifications.smtp.password_file"))));
  }
}
