package tender.cli.output;

import java.lang.Character.UnicodeScript;

/** The number of terminal columns of a text, which for many scripts differs from its length. */
final class DisplayWidth {
  private DisplayWidth() {}

  static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  private static int of(int character) {
    if (character < 0x300) {
      return 1;
    }
    return switch (Character.getType(character)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
      default -> isWide(character) ? 2 : 1;
    };
  }

  private static boolean isWide(int character) {
    boolean fullWidthForm = character >= 0xff01 && character <= 0xff60;
    boolean ideographicSign = character >= 0x3000 && character <= 0x303e;
    if (fullWidthForm || ideographicSign || Character.isEmojiPresentation(character)) {
      return true;
    }
    return switch (UnicodeScript.of(character)) {
      case HAN, HIRAGANA, HANGUL, BOPOMOFO, YI -> true;
      case KATAKANA -> character < 0xff00;
      default -> false;
    };
  }
}
