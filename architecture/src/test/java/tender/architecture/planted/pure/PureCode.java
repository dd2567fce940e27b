package tender.architecture.planted.pure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Pure code that is close to the forbidden API and must not be reported. */
public final class PureCode {
  enum Colour {
    RED,
    GREEN
  }

  sealed interface Shape {
    record Circle(double radius) implements Shape {}

    record Square(int side, Colour colour) implements Shape {}
  }

  double area(Shape shape) {
    return switch (shape) {
      case Shape.Circle(double radius) when radius < 0 -> throw new IllegalArgumentException();
      case Shape.Circle(double radius) -> Math.PI * radius * radius;
      case Shape.Square(int side, Colour colour) -> colour == Colour.RED ? side : -side;
    };
  }

  String name(Colour colour) {
    return switch (colour) {
      case RED -> "red" + colour.name().length();
      case GREEN -> String.format(Locale.ROOT, "%s", colour).toLowerCase(Locale.ROOT);
    };
  }

  long[] grown(long[] numbers) {
    var grown = new long[numbers.length * 2];
    System.arraycopy(numbers, 0, grown, 0, numbers.length);
    Arrays.sort(grown);
    return grown;
  }

  List<Object> ordered() {
    var all = new ArrayList<Object>();
    all.add(EnumSet.of(Colour.RED));
    all.add(EnumSet.copyOf(List.of(Colour.GREEN)));
    all.add(new EnumMap<Colour, String>(Colour.class));
    all.add(new LinkedHashSet<>(List.of(1)));
    all.add(Map.entry("a", 1));
    all.add(Collections.unmodifiableMap(new LinkedHashMap<String, Integer>()));
    return List.copyOf(all);
  }

  SortedMap<Integer, List<String>> groups(List<String> words) {
    return words.stream()
        .sorted(Comparator.comparingInt(String::length))
        .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
  }

  Map<String, Integer> lengths(List<String> words) {
    return words.stream()
        .collect(
            Collectors.toMap(Function.identity(), String::length, Math::max, LinkedHashMap::new));
  }

  int sum(List<Integer> numbers) {
    assert !numbers.isEmpty();
    return IntStream.range(0, 9).sum() + numbers.stream().mapToInt(Integer::intValue).sum();
  }
}
