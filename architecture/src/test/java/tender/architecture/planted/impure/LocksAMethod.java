package tender.architecture.planted.impure;

@SuppressWarnings("unused")
final class LocksAMethod {
  synchronized void locks() {}
}
