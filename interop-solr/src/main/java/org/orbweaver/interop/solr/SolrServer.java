package org.orbweaver.interop.solr;

import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** Serves a Solr home on a free port, which it says, until its input ends. */
public final class SolrServer {
  private SolrServer() {}

  public static void main(String[] arguments) throws Exception {
    JettyConfig config = JettyConfig.builder().setContext("/solr").setPort(0).build();
    JettySolrRunner solr = new JettySolrRunner(arguments[0], config);
    solr.start();
    System.out.println("port " + solr.getLocalPort());
    while (System.in.read() >= 0) {
      // Whoever started us is there.
    }
    solr.stop();
    System.exit(0);
  }
}
