package tender.architecture.planted.impure;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;

@SuppressWarnings("unused")
final class DrawsRandomNumbers {
  double math() {
    return Math.random();
  }

  double strictMath() {
    return StrictMath.random();
  }

  DoubleSupplier byReference() {
    return Math::random;
  }

  int random() {
    return new Random(1).nextInt();
  }

  int splittable() {
    return new SplittableRandom(1).nextInt();
  }

  int threadLocal() {
    return ThreadLocalRandom.current().nextInt();
  }

  int generator(RandomGenerator generator) {
    return generator.nextInt();
  }

  UUID uuid() {
    return UUID.randomUUID();
  }

  void shuffle(List<String> list) {
    Collections.shuffle(list);
  }
}
