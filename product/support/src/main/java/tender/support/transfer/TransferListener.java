package tender.support.transfer;

/** Receives the progress of a transfer, from several threads. */
public interface TransferListener {
  /** Ignores the progress. */
  TransferListener NONE =
      new TransferListener() {
        @Override
        public void kept(long bytes) {}

        @Override
        public void transferred(long bytes) {}
      };

  /** These bytes were transferred by an earlier run. */
  void kept(long bytes);

  /** More bytes were transferred; a negative number if they must be transferred again. */
  void transferred(long bytes);
}
