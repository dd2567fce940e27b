package tender.server.notifications;

import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import tender.server.store.notifications.WaitingNotification;

/** Sends mail by the market's mail server. */
final class MailSender {
  private static final int MAX_ERROR_LENGTH = 200;

  private final SmtpSettings settings;
  private final Session session;

  /**
   * @param timeout of each step of the connection
   */
  MailSender(SmtpSettings settings, Duration timeout) {
    this.settings = settings;
    Properties properties = new Properties();
    properties.setProperty("mail.transport.protocol", "smtp");
    properties.setProperty("mail.smtp.host", settings.host());
    properties.setProperty("mail.smtp.port", String.valueOf(settings.port()));
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    switch (settings.security()) {
      case STARTTLS -> {
        properties.setProperty("mail.smtp.starttls.enable", "true");
        properties.setProperty("mail.smtp.starttls.required", "true");
      }
      case TLS -> properties.setProperty("mail.smtp.ssl.enable", "true");
      case NONE -> {}
    }
    String millis = String.valueOf(timeout.toMillis());
    properties.setProperty("mail.smtp.connectiontimeout", millis);
    properties.setProperty("mail.smtp.timeout", millis);
    properties.setProperty("mail.smtp.writetimeout", millis);
    settings.login().ifPresent(_ -> properties.setProperty("mail.smtp.auth", "true"));
    session = Session.getInstance(properties, authenticator(settings));
  }

  private static @Nullable Authenticator authenticator(SmtpSettings settings) {
    return settings
        .login()
        .map(
            login ->
                (Authenticator)
                    new Authenticator() {
                      @Override
                      protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication(login.user(), login.password());
                      }
                    })
        .orElse(null);
  }

  /** Sends all notifications in one mail. */
  void send(String address, List<WaitingNotification> notifications) throws DeliveryException {
    String id = notifications.getFirst().eventId() + "." + notifications.getFirst().id();
    try {
      MimeMessage mail = new IdentifiedMail(session, id, domain());
      mail.setFrom(new InternetAddress(settings.from(), true));
      mail.setRecipient(Message.RecipientType.TO, new InternetAddress(address, true));
      mail.setSubject(NotificationText.subject(notifications), "UTF-8");
      mail.setSentDate(Date.from(Instant.ofEpochMilli(notifications.getFirst().atMillis())));
      // No vacation message answers.
      mail.setHeader("Auto-Submitted", "auto-generated");
      for (WaitingNotification notification : notifications) {
        mail.addHeader("X-Tender-Event", notification.eventId());
      }
      mail.setText(NotificationText.mail(notifications), "UTF-8");
      Transport.send(mail);
    } catch (SendFailedException e) {
      throw DeliveryException.rejected("the mail server did not accept it: " + reason(e));
    } catch (MessagingException e) {
      throw new DeliveryException("the mail server failed: " + reason(e), e);
    }
  }

  private String domain() {
    return settings.from().substring(settings.from().indexOf('@') + 1);
  }

  private static String reason(MessagingException e) {
    Exception last = e;
    while (last instanceof MessagingException outer && outer.getNextException() != null) {
      last = outer.getNextException();
    }
    String text = String.valueOf(last.getMessage()).replaceAll("\\p{Cntrl}+", " ").strip();
    return text.length() <= MAX_ERROR_LENGTH ? text : text.substring(0, MAX_ERROR_LENGTH) + "…";
  }

  /** A mail whose id is the same in each attempt, so that a repeated one is recognised. */
  private static final class IdentifiedMail extends MimeMessage {
    private final String id;
    private final String domain;

    IdentifiedMail(Session session, String id, String domain) {
      super(session);
      this.id = id;
      this.domain = domain;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", "<" + id + "@" + domain + ">");
    }
  }
}
