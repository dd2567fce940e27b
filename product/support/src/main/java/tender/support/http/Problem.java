package tender.support.http;

/**
 * An error response in the format of RFC 9457.
 *
 * @param title the meaning of the status
 * @param detail the cause, with the value from the request
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
      case 429 -> "Too Many Requests";
      case 503 -> "Service Unavailable";
      default -> status < 500 ? "Refused" : "Internal Server Error";
    };
  }
}
