package org.orbweaver.app;

/** Told by an experiment how far it is. Called often: implementations must be quick. */
public interface Progress extends AutoCloseable {
  Progress SILENT =
      new Progress() {
        @Override
        public void at(double share, String what) {}

        @Override
        public void close() {}
      };

  /**
   * @param share of the whole, from 0 to 1
   * @param what is being done, in a few words
   */
  void at(double share, String what);

  @Override
  void close();
}
