package tender.agent.batch.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.AccountLauncher;

/**
 * What the account of a bag's tasks can do with the bag's files.
 *
 * <p>The bag's folder belongs to the agent and to the account's group, and new files inherit the
 * group. The account can read everything in it, but write only into folders that are made {@link
 * #letWrite writable}. There the agent never overwrites a file: the account could have replaced it
 * by a link to one of the agent's own files.
 */
record AccountAccess(LocalAccount account, AccountLauncher launcher) {
  /** New files inherit the group. */
  private static final int SET_GROUP = 02000;

  /** Only its owner and that of the folder can delete a file. */
  private static final int STICKY = 01000;

  private static final int READABLE = 0750;
  private static final int WRITABLE = 0770;

  /** Gives a new bag's folder to the account's group. */
  void own(Path bagFolder) throws IOException {
    GroupPrincipal group =
        bagFolder
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByGroupName(account.name());
    setMode(bagFolder, SET_GROUP | READABLE);
    // Last, because it records that the folder is complete.
    Files.getFileAttributeView(bagFolder, PosixFileAttributeView.class).setGroup(group);
  }

  /** Lets the account read a folder, whatever the agent's umask is. */
  void letRead(Path folder) throws IOException {
    setMode(folder, SET_GROUP | READABLE);
  }

  /** Lets the account create files in a folder, and change its own ones. */
  void letAdd(Path folder) throws IOException {
    setMode(folder, SET_GROUP | STICKY | WRITABLE);
  }

  /** Lets the account change everything in a folder. */
  void letWrite(Path folder) throws IOException {
    setMode(folder, SET_GROUP | WRITABLE);
  }

  /** Creates a file that the account can write to, but not replace. */
  void createWritable(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    setMode(file, 0660);
  }

  /** Deletes what the account has created in a folder. The agent may not be able to. */
  void removeFiles(Path folder) {
    if (Files.isDirectory(folder)) {
      launcher.remove(account, folder);
    }
  }

  private static void setMode(Path path, int mode) throws IOException {
    Files.setAttribute(path, "unix:mode", mode);
  }
}
