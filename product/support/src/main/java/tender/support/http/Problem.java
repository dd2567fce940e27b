package tender.support.http;

/**
 * Why a request was not done, in the form of RFC 9457.
 *
 * @param title what the status means
 * @param detail what is wrong, with the value that was given
 * @param advice what to do next
 */
public record Problem(String type, String title, int status, String detail, String advice) {

  public Problem(int status, String detail, String advice) {
    this("about:blank", title(status), status, detail, advice);
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 411 -> "Length Required";
      case 413 -> "Content Too Large";
      case 422 -> "Unprocessable Content";
      case 503 -> "Service Unavailable";
      default -> status < 500 ? "Refused" : "Internal Server Error";
    };
  }
}
