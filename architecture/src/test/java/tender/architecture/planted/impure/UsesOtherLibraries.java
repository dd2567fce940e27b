package tender.architecture.planted.impure;

import java.lang.reflect.Method;
import java.text.NumberFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;

@SuppressWarnings("unused")
final class UsesOtherLibraries {
  Method[] reflection() {
    return UsesOtherLibraries.class.getMethods();
  }

  NumberFormat text() {
    return NumberFormat.getInstance(Locale.ROOT);
  }

  Pattern pattern() {
    return Pattern.compile("x");
  }

  void library() {
    Assertions.fail("");
  }

  Object anotherPackage() {
    return new tender.architecture.planted.pure.PureCode();
  }
}
