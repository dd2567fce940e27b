package tender.support.input;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names fields that users expect in a file, as other programs have them, and that Tender does not
 * support, or not there. The error for such a field says so, instead of suggesting another
 * spelling.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(UnsupportedField.All.class)
public @interface UnsupportedField {
  /** The names of the field. */
  String[] names();

  /** What to do instead: one sentence. */
  String advice();

  /** Whether Tender has the same by another name or at another place. */
  boolean otherwise() default false;

  /** Several of them on one type. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    UnsupportedField[] value();
  }
}
