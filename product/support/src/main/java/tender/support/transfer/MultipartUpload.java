package tender.support.transfer;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Sends a file to an object store in parts, some of them at the same time. Parts that the store has
 * already are not sent again, so after any interruption the same call continues.
 */
public final class MultipartUpload {
  private static final int PARALLEL_PARTS = 4;

  /** An upload that is lost this many times is not begun again. */
  private static final int MAX_LOSSES = 3;

  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final StoreClient store;
  private final TransferPatience patience;

  public MultipartUpload(StoreClient store, TransferPatience patience) {
    this.store = store;
    this.patience = patience;
  }

  /**
   * Returns when the upload is complete. The file is read at several positions at a time.
   *
   * @param bytes how many bytes of the file are sent
   * @throws FileChangedException if the file has fewer bytes now
   * @throws StoreUnreachableException if no part could be sent, so that another way is needed
   */
  public void send(FileChannel file, long bytes, UploadSession session, TransferListener listener)
      throws IOException, InterruptedException {
    for (int losses = 0; ; losses++) {
      try {
        sendOnce(file, bytes, session, listener);
        return;
      } catch (UploadLostException e) {
        if (losses == MAX_LOSSES) {
          throw new IOException(e.getMessage(), e);
        }
      }
    }
  }

  private void sendOnce(
      FileChannel file, long bytes, UploadSession session, TransferListener listener)
      throws IOException, InterruptedException, UploadLostException {
    Optional<SentParts> open = session.begin();
    if (open.isEmpty()) {
      listener.kept(bytes);
      return;
    }
    Parts parts = new Parts(file, bytes, open.get(), listener);
    try {
      parts.sendMissing(session);
      parts.requireUnchanged();
      session.complete(parts.tags());
    } catch (UploadLostException e) {
      parts.forget();
      throw e;
    }
  }

  /** The parts of one upload. */
  private final class Parts {
    private final FileChannel file;
    private final long bytes;
    private final long partBytes;
    private final TransferListener listener;
    private final Map<Integer, String> tags;
    private final ConcurrentLinkedQueue<Integer> missing = new ConcurrentLinkedQueue<>();

    Parts(FileChannel file, long bytes, SentParts open, TransferListener listener) {
      this.file = file;
      this.bytes = bytes;
      this.listener = listener;
      partBytes = open.partBytes();
      tags = Collections.synchronizedMap(new TreeMap<>(open.tags()));
      tags.keySet().forEach(part -> listener.kept(bytesOf(part)));
      IntStream.rangeClosed(1, Math.toIntExact(Math.ceilDiv(bytes, partBytes)))
          .filter(part -> !tags.containsKey(part))
          .forEach(missing::add);
    }

    private long from(int part) {
      return (part - 1) * partBytes;
    }

    private long bytesOf(int part) {
      return Math.min(partBytes, bytes - from(part));
    }

    List<String> tags() {
      return List.copyOf(tags.values());
    }

    void requireUnchanged() throws IOException {
      if (file.size() < bytes) {
        throw new FileChangedException();
      }
    }

    void forget() {
      tags.keySet().forEach(part -> listener.transferred(-bytesOf(part)));
    }

    /** The first failure stops the others. */
    void sendMissing(UploadSession session)
        throws IOException, InterruptedException, UploadLostException {
      ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
      try {
        var senders = new ExecutorCompletionService<Boolean>(threads);
        int count = Math.min(PARALLEL_PARTS, missing.size());
        for (int i = 0; i < count; i++) {
          senders.submit(() -> sendUntilNoneIsMissing(session));
        }
        for (int i = 0; i < count; i++) {
          senders.take().get();
        }
      } catch (ExecutionException e) {
        throw rethrown(requireNonNull(e.getCause()));
      } finally {
        threads.shutdownNow();
        threads.close();
      }
    }

    private boolean sendUntilNoneIsMissing(UploadSession session)
        throws IOException, InterruptedException, UploadLostException {
      for (Integer part = missing.poll(); part != null; part = missing.poll()) {
        tags.put(part, sendPart(session, part));
      }
      return true;
    }

    private String sendPart(UploadSession session, int part)
        throws IOException, InterruptedException, UploadLostException {
      for (int failures = 0; ; failures++) {
        URI url = session.partUrl(part);
        try {
          String tag = store.putPart(url, file, from(part), bytesOf(part), listener);
          patience.succeeded();
          return tag;
        } catch (StoreRefusedException e) {
          if (e.status() == NOT_FOUND) {
            throw new UploadLostException(String.valueOf(e.getMessage()));
          }
          // A URL that has expired is forbidden.
          if (e.status() < 500 && e.status() != FORBIDDEN) {
            throw e;
          }
          patience.await(e, failures);
        } catch (IOException e) {
          requireUnchanged();
          patience.await(e, failures);
        }
      }
    }
  }

  private static RuntimeException rethrown(Throwable failure)
      throws IOException, InterruptedException, UploadLostException {
    switch (failure) {
      case IOException e -> throw e;
      case InterruptedException e -> throw e;
      case UploadLostException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
