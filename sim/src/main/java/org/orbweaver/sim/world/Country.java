package org.orbweaver.sim.world;

/**
 * Where nodes are. The shares of the first three are Splider's (figure 6: 23.9, 14.1 and 7.8 %);
 * the others were read off the same figure roughly. The paper's other 190 countries are together
 * "elsewhere", spread over a mean longitude of Europe.
 */
public enum Country {
  RU(0.239, 3, 55, 50),
  US(0.141, -6, 39, -95),
  CN(0.078, 8, 34, 110),
  UA(0.052, 2, 49, 31),
  GB(0.041, 0, 52, -1),
  CA(0.034, -5, 47, -80),
  BR(0.033, -3, -15, -48),
  IT(0.031, 1, 42, 12),
  FR(0.030, 1, 47, 2),
  ES(0.028, 1, 40, -4),
  PL(0.027, 1, 52, 19),
  IN(0.026, 5, 21, 78),
  AU(0.024, 10, -30, 145),
  KR(0.021, 9, 37, 127),
  JP(0.020, 9, 36, 138),
  /** All others. ZZ is the code that ISO 3166 leaves to users. */
  ZZ(0.175, 1, 45, 15);

  private static final Country[] ALL = values();

  private final double share;
  private final int utcOffsetHours;
  private final double latitude;
  private final double longitude;

  Country(double share, int utcOffsetHours, double latitude, double longitude) {
    this.share = share;
    this.utcOffsetHours = utcOffsetHours;
    this.latitude = latitude;
    this.longitude = longitude;
  }

  static Country pick(double unit) {
    double left = unit;
    for (Country country : ALL) {
      left -= country.share;
      if (left < 0) {
        return country;
      }
    }
    return ZZ;
  }

  static Country at(int number) {
    return ALL[number];
  }

  @SuppressWarnings("EnumOrdinal") // never leaves this process
  int number() {
    return ordinal();
  }

  public int utcOffsetHours() {
    return utcOffsetHours;
  }

  /** Along the great circle, from middle to middle; within a country, a few hundred. */
  double kilometresTo(Country other) {
    if (this == other) {
      return 500;
    }
    double a = StrictMath.toRadians(latitude);
    double b = StrictMath.toRadians(other.latitude);
    double turn = StrictMath.toRadians(longitude - other.longitude);
    double cosine =
        StrictMath.sin(a) * StrictMath.sin(b)
            + StrictMath.cos(a) * StrictMath.cos(b) * StrictMath.cos(turn);
    return 6371 * StrictMath.acos(Math.clamp(cosine, -1, 1));
  }
}
