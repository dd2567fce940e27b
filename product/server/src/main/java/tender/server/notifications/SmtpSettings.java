package tender.server.notifications;

import java.util.Optional;

/**
 * The mail server of the market.
 *
 * @param from the sender's address
 * @param login empty if the mail server asks for none
 */
public record SmtpSettings(
    String host, int port, Security security, String from, Optional<Login> login) {

  /** How the connection is encrypted. */
  public enum Security {
    /** After a command; without it no mail is sent. */
    STARTTLS,
    /** From the first byte. */
    TLS,
    /** Not at all. */
    NONE
  }

  /** The market's account at the mail server. */
  public record Login(String user, String password) {
    @Override
    public String toString() {
      return "Login[user=" + user + "]";
    }
  }
}
