package tender.architecture.planted.impure;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

@SuppressWarnings({"JdkObsolete", "unused"})
final class IteratesInHashOrder {
  Object hashMap() {
    return new HashMap<String, String>();
  }

  Object hashSet() {
    return new HashSet<String>();
  }

  Object hashtable() {
    return new Hashtable<String, String>();
  }

  Object identity() {
    return new IdentityHashMap<String, String>();
  }

  Object weak() {
    return new WeakHashMap<String, String>();
  }

  int identityHash() {
    return System.identityHashCode(this);
  }

  Object setOf() {
    return Set.of("a", "b");
  }

  Object mapOf() {
    return Map.of("a", 1, "b", 2);
  }

  Object ofEntries() {
    return Map.ofEntries(Map.entry("a", 1));
  }

  Object copyOfSet(Collection<String> c) {
    return Set.copyOf(c);
  }

  Object copyOfMap(Map<String, String> m) {
    return Map.copyOf(m);
  }

  Object toSet(List<String> l) {
    return l.stream().collect(Collectors.toSet());
  }

  Object toMap(List<String> l) {
    return l.stream().collect(Collectors.toMap(Function.identity(), String::length));
  }

  Object toMergedMap(List<String> l) {
    return l.stream().collect(Collectors.toMap(Function.identity(), String::length, Math::max));
  }

  Object groups(List<String> l) {
    return l.stream().collect(Collectors.groupingBy(String::length));
  }

  Object groupsCounted(List<String> l) {
    return l.stream().collect(Collectors.groupingBy(String::length, Collectors.counting()));
  }

  Object parts(List<String> l) {
    return l.stream().collect(Collectors.partitioningBy(String::isEmpty));
  }
}
