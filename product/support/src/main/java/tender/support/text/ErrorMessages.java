package tender.support.text;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import javax.net.ssl.SSLException;

/** Describes Java's exceptions for users, without class names. */
public final class ErrorMessages {
  private ErrorMessages() {}

  /** The cause of a failure, to put after a colon: without capital letter and full stop. */
  public static String describe(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
        return "unknown host";
      }
    }
    if (isUntrusted(failure)) {
      return "its certificate is not signed by a trusted authority";
    }
    return switch (failure) {
      case NoSuchFileException e -> "no such file: " + e.getFile();
      case AccessDeniedException e -> "permission denied: " + e.getFile();
      case NotDirectoryException e -> "not a folder: " + e.getFile();
      case FileAlreadyExistsException e when e.getReason() == null ->
          e.getFile() + " exists and is not a folder";
      case FileSystemException e ->
          e.getFile() + (e.getReason() == null ? " is not accessible" : ": " + e.getReason());
      case BindException e -> "address already in use";
      case ConnectException e -> "connection refused";
      case SSLException e when String.valueOf(e.getMessage()).contains("plaintext") ->
          "the server does not use TLS; try an address that begins with http:";
      default -> messageOf(failure);
    };
  }

  /** Whether a TLS connection failed because the other side's certificate is not trusted. */
  public static boolean isUntrusted(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertPathBuilderException
          || cause instanceof CertPathValidatorException) {
        return true;
      }
    }
    return false;
  }

  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    boolean wraps = failure instanceof IOException && failure.getCause() != null;
    if (message == null || wraps) {
      return failure.getCause() == null
          ? failure.getClass().getSimpleName()
          : describe(failure.getCause());
    }
    return message;
  }
}
