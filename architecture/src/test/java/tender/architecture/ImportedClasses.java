package tender.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The compiled classes that the rules check. Reading them takes seconds, so it is done once. */
final class ImportedClasses {
  static final String PLANTED_ROOT = "tender.architecture.planted";

  /** The main classes of every module that this one depends on. */
  static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("tender");

  static final JavaClasses CORE = MAIN.that(JavaClass.Predicates.resideInAPackage("tender.core.."));

  /** The planted violations in this module's tests. */
  static final JavaClasses PLANTED = new ClassFileImporter().importPackages(PLANTED_ROOT);

  private ImportedClasses() {}
}
