package tender.support.doctor;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** Whether a certificate is valid now, and for how long. */
public final class CertificateDates {
  private CertificateDates() {}

  /**
   * The result of the check.
   *
   * @param what the certificate, at the beginning of a sentence
   * @param warnBefore how long before its end a warning is due
   * @param fix how to get a new one
   */
  public static CheckResult check(
      String what, X509Certificate certificate, Instant now, Duration warnBefore, String fix) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    if (now.isBefore(from)) {
      return CheckResult.fault(
          "%s is valid from %s, and it is %s".formatted(what, from, now),
          "Correct the clock of this machine, or wait.");
    }
    if (!now.isBefore(until)) {
      return CheckResult.fault(what + " has expired at " + until, fix);
    }
    return now.plus(warnBefore).isBefore(until)
        ? CheckResult.ok(what + " is valid until " + until)
        : CheckResult.warning(what + " expires soon, at " + until, fix);
  }
}
