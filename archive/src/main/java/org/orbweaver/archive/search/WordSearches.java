package org.orbweaver.archive.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Several places to search in, of which none has what another has. */
public record WordSearches(List<WordSearch> places) implements WordSearch {
  public WordSearches {
    places = List.copyOf(places);
  }

  @Override
  public boolean isEmpty() throws IOException {
    for (WordSearch place : places) {
      if (!place.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public TextSearch.Answer search(TextSearch.Question question) throws IOException {
    List<TextSearch.Answer> answers = new ArrayList<>();
    for (WordSearch place : places) {
      answers.add(place.search(question));
    }
    return new TextSearch.Answer(
        answers.stream().mapToLong(TextSearch.Answer::found).sum(),
        MergedHits.of(answers).stream().limit(question.limit()).toList(),
        answers.stream()
            .map(TextSearch.Answer::heard)
            .filter(heard -> !heard.isEmpty())
            .collect(Collectors.joining("; ")));
  }
}
