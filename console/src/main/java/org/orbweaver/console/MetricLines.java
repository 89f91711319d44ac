package org.orbweaver.console;

/** Figures in the text format that Prometheus reads, each with its sentence. */
public final class MetricLines {
  private final StringBuilder text = new StringBuilder();

  public void gauge(String name, String help, Number value) {
    head(name, "gauge", help);
    line(name, value);
  }

  public void counter(String name, String help, Number value) {
    head(name, "counter", help);
    line(name, value);
  }

  /** What the lines that follow are about, for a figure with labels. */
  public void head(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  public void line(String name, Number value) {
    text.append(name).append(' ').append(value).append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
