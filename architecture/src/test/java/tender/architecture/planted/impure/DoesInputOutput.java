package tender.architecture.planted.impure;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.logging.Logger;

@SuppressWarnings({"CatchAndPrintStackTrace", "SystemOut", "unused"})
final class DoesInputOutput {
  void prints() {
    System.out.println();
  }

  void printsATrace(IllegalStateException e) {
    e.printStackTrace();
  }

  boolean file() {
    return new File("f").exists();
  }

  Path path() {
    return Path.of("f");
  }

  URI network() {
    return URI.create("http://localhost");
  }

  int stream(InputStream in) throws IOException {
    return in.read();
  }

  String scanner() {
    return new Scanner("1").next();
  }

  int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  Process process() throws IOException {
    return new ProcessBuilder("true").start();
  }

  long pid() {
    return ProcessHandle.current().pid();
  }

  Integer property() {
    return Integer.getInteger("size");
  }

  Logger logs() {
    return Logger.getLogger("l");
  }
}
