package org.orbweaver.app.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.OnDisk;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What may be chosen while the program runs, and is kept for the next start.
 *
 * @param index whether torrents are indexed
 * @param census how often one is taken; null for never
 */
public record HouseChoices(boolean index, @Nullable Duration census) {
  public static final HouseChoices NONE = new HouseChoices(false, null);

  /** A census more often than this would be the same census. */
  private static final Duration SHORTEST = Duration.ofSeconds(10);

  private static final Duration LONGEST = Duration.ofDays(366);
  private static final String INDEX = "index";
  private static final String CENSUS = "censusEverySeconds";

  public HouseChoices {
    if (census != null && (census.compareTo(SHORTEST) < 0 || census.compareTo(LONGEST) > 0)) {
      throw new IllegalArgumentException(
          "a census is taken every 10 seconds at most, and once a year at least");
    }
  }

  /** Those of a file; null where there is none, or an empty one, as a power failure leaves it. */
  public static @Nullable HouseChoices read(Path file) throws IOException {
    if (!Files.exists(file) || Files.readString(file).isBlank()) {
      return null;
    }
    try {
      return of(JsonMapper.shared().readTree(Files.readString(file)));
    } catch (JacksonException e) {
      throw new IOException(file + " holds no settings: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** People write it by hand, too: what they misspell is not passed over in silence. */
  private static HouseChoices of(JsonNode json) {
    for (String name : json.propertyNames()) {
      if (!name.equals(INDEX) && !name.equals(CENSUS)) {
        throw new IllegalArgumentException(
            "'%s' is no setting; there are %s and %s".formatted(name, INDEX, CENSUS));
      }
    }
    JsonNode index = json.path(INDEX);
    JsonNode census = json.path(CENSUS);
    boolean never = census.isMissingNode() || census.isNull();
    if (!json.isObject()
        || !(index.isMissingNode() || index.isBoolean())
        || !(never || census.isIntegralNumber())) {
      throw new IllegalArgumentException(
          "settings are an object with %s, true or false, and %s, a whole number or null"
              .formatted(INDEX, CENSUS));
    }
    return new HouseChoices(
        index.asBoolean(false), never ? null : Duration.ofSeconds(census.asLong()));
  }

  /** Whole or not at all. */
  public void write(Path file) throws IOException {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put(INDEX, index);
    json.put(CENSUS, census == null ? null : census.toSeconds());
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(beside, JsonMapper.shared().writeValueAsString(json) + "\n");
    OnDisk.moveIntoPlace(beside, file);
  }
}
