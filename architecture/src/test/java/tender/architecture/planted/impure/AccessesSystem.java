package tender.architecture.planted.impure;

import java.util.function.UnaryOperator;

@SuppressWarnings("unused")
final class AccessesSystem {
  String environment() {
    return System.getenv("HOME");
  }

  UnaryOperator<String> byReference() {
    return System::getProperty;
  }

  void exits() {
    System.exit(1);
  }
}
