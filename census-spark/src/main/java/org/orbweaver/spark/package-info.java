/**
 * The census analyses on Apache Spark, for months of snapshots: the same SQL, on two threads of one
 * machine or on a cluster. {@link org.orbweaver.spark.SparkProvider} is what the program finds when
 * this module's jars are there.
 */
@NullMarked
package org.orbweaver.spark;

import org.jspecify.annotations.NullMarked;
