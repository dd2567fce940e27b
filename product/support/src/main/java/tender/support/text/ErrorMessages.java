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
import javax.net.ssl.SSLException;

/** What Java's exceptions mean to a person, who knows files and machines but no classes. */
public final class ErrorMessages {
  private ErrorMessages() {}

  /** Why something failed, to stand after a colon: no capital, no full stop, no class name. */
  public static String describe(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
        return "no machine of that name is known";
      }
    }
    return switch (failure) {
      case NoSuchFileException e -> "there is no " + e.getFile();
      case AccessDeniedException e -> e.getFile() + " may not be used by whoever runs this";
      case NotDirectoryException e -> e.getFile() + " is no folder";
      case FileAlreadyExistsException e -> e.getFile() + " is there and is no folder";
      case FileSystemException e ->
          e.getFile() + (e.getReason() == null ? " cannot be used" : ": " + e.getReason());
      case BindException e -> "another program listens there already";
      case ConnectException e -> "nobody listens there";
      case SSLException e when String.valueOf(e.getMessage()).contains("plaintext") ->
          "it does not speak TLS; maybe its address begins with http:";
      default -> messageOf(failure);
    };
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
