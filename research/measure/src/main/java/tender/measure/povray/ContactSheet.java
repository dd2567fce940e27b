package tender.measure.povray;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/** Some frames of an animation side by side in one image. */
final class ContactSheet {
  private static final int COLUMNS = 5;
  private static final int ROWS = 3;
  private static final int WIDTH = 160;
  private static final int HEIGHT = 120;

  private ContactSheet() {}

  static void write(List<Path> frames, Path to) throws IOException {
    BufferedImage sheet =
        new BufferedImage(COLUMNS * WIDTH, ROWS * HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = sheet.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
      Path frame = frames.get(i * frames.size() / (COLUMNS * ROWS));
      graphics.drawImage(
          ImageIO.read(frame.toFile()),
          i % COLUMNS * WIDTH,
          i / COLUMNS * HEIGHT,
          WIDTH,
          HEIGHT,
          null);
    }
    graphics.dispose();
    Files.createDirectories(to.toAbsolutePath().resolve(".."));
    ImageIO.write(sheet, "jpg", to.toFile());
  }
}
