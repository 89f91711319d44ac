package org.orbweaver.console.index;

import java.util.List;

/** Torznab's categories, as far as the classifier gives them. */
public record Category(int id, String name, List<Category> parts) {
  public static final List<Category> ALL =
      List.of(
          of(1000, "Console"),
          of(
              2000,
              "Movies",
              of(2020, "Movies/Other"),
              of(2030, "Movies/SD"),
              of(2040, "Movies/HD"),
              of(2045, "Movies/UHD"),
              of(2060, "Movies/3D")),
          of(
              3000,
              "Audio",
              of(3010, "Audio/MP3"),
              of(3020, "Audio/Video"),
              of(3030, "Audio/Audiobook"),
              of(3040, "Audio/Lossless")),
          of(
              4000,
              "PC",
              of(4010, "PC/0day"),
              of(4020, "PC/ISO"),
              of(4030, "PC/Mac"),
              of(4050, "PC/Games"),
              of(4060, "PC/Mobile-iOS"),
              of(4070, "PC/Mobile-Android")),
          of(
              5000,
              "TV",
              of(5030, "TV/SD"),
              of(5040, "TV/HD"),
              of(5045, "TV/UHD"),
              of(5060, "TV/Sport"),
              of(5070, "TV/Anime")),
          of(6000, "XXX", of(6060, "XXX/Other")),
          of(
              7000,
              "Books",
              of(7010, "Books/Mags"),
              of(7020, "Books/EBook"),
              of(7030, "Books/Comics")),
          of(8000, "Other", of(8010, "Other/Misc")));

  private static Category of(int id, String name, Category... parts) {
    return new Category(id, name, List.of(parts));
  }
}
