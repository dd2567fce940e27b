package tender.support.text;

/** Numbers with a noun, in the singular after 1. */
public final class Plural {
  private Plural() {}

  /** Such as 1 task or 2 tasks. */
  public static String of(long count, String noun) {
    return of(String.valueOf(count), noun);
  }

  /** The same for a number as text, such as 1 credit or 0.5 credits. */
  public static String of(String number, String noun) {
    return number + " " + noun + (number.equals("1") ? "" : "s");
  }
}
