package org.orbweaver.shell;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The commands below a command. Picocli's own list would have all of them built at each start, with
 * all of their options: that was two fifths of the main thread's time before a small crawl.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Branches {
  Class<?>[] value();
}
