package tender.cli.input;

import java.math.BigDecimal;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tender.support.input.Printable;

/** Converts numbers on the command line, with readable error messages. */
public final class NumberConverters {
  private NumberConverters() {}

  /** Registers the converters with a command and its subcommands. */
  public static CommandLine register(CommandLine command) {
    ITypeConverter<Integer> whole = of(Integer::valueOf, "a whole number, such as 20");
    ITypeConverter<Long> longer = of(Long::valueOf, "a whole number, such as 20");
    return command
        .registerConverter(int.class, whole)
        .registerConverter(Integer.class, whole)
        .registerConverter(long.class, longer)
        .registerConverter(Long.class, longer)
        .registerConverter(BigDecimal.class, of(BigDecimal::new, "a number, such as 12.5"));
  }

  private static <T> ITypeConverter<T> of(Function<String, T> read, String wanted) {
    return text -> {
      try {
        return read.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + Printable.of(text) + "' must be " + wanted);
      }
    };
  }
}
