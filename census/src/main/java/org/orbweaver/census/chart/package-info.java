/**
 * Charts as SVG inside a page: no script, colours by the page's style sheet, so that they follow
 * light and dark. {@link org.orbweaver.census.chart.LineChart} draws curves, {@link
 * org.orbweaver.census.chart.ColumnChart} columns along a number line, {@link
 * org.orbweaver.census.chart.ShareBars} named shares. {@link org.orbweaver.census.chart.Scale} lays
 * out an axis.
 */
@NullMarked
package org.orbweaver.census.chart;

import org.jspecify.annotations.NullMarked;
